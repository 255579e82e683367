/** Made by eval/train-likeness.ts from sentences written for this project; one direction of 512 weights a mode, as signed bytes. */
export const likenessDirections = {
  modelId: 'use-lite-en.int8.v1',
  language: 'en',
  act: {
    scale: 0.010386944,
    bias: -0.574155,
    weights:
      'xccL8UHw5R3D9+0F5NDYB/0inwwN+PEMBAHiKgLMATgH3xb76CW1DSKcSTLiJdj01/gaPP4W/A/2TvMfzLzvEMvtE9TmztwE+zsCwQIL3RzB4w332d7sMQzuDgoZF+cO+bYMA74K9w32EBMw/AYfI98w2QUz177zNicSFOncJ/AWuh/bHwzu6esl9ST+CAne3RvzOgohJBBeBv7e8v0X/vH4HNDhydnvGP0dGvbfDy/m5+4nbQgC9Q30EBERE7AI5if74w8iA88gKAIcQv/cDOv+8+zPp//TBVAD8Rf78czGESDxENQwEAXzIgn+UGwRpCwVQAb6vQIBEvne4Prg7P778hsf2OzZ3fQZ4ewJLdgMLcoo8PTd/wAZPT/6CiX16yf1DgMXyQo0EfIHD6435cjZIs8P+PH24OvNAv7t/7f7C/PSo9EZABn59tcF7w7uQuDwGPnfB/QSVSUTu/O+3g5/GzIy4jABC7gY2PwNIhb60gbo3c8F08cb5dYC4cgP/sjPzY0iC94sAcAIAvn7Quf/GBXl7C5JNBw4FDvk/csJ5RCkHd0i8CfgAhYGK/ccxvnK1uYM3/EAJdYeMtn6APrm8g8tGMfMB8YN7Qf9CAbxBATv1g7q5vv2Arkb1/nS+BkM4BFNARwYGOvyBAU0GvAYFKEWCOTT+JD+ydkLvus=',
  },
  respond: {
    scale: 0.013169186,
    bias: 0.802056,
    weights:
      'Gh/1NecT9tQmBxn+KyYd6vD5Pe4BEQUC9/kA4tX90OLzKPMP/BYrw/4b0RsSxAkHCRT89fz77vgnBxb2AEcIB+jq6xsbRkgbAvXeEgYB8uUSGefk/RHU9vsKAg325hwE5EHq6xDQLNXx5wHXB+IB/fr59gIQNAwQ/N/jHBgduQPiEfb72fkIDVL0Et4MCgkM+v8D/AAe5wPS4eHTFOvb6wLzAhXwCgj1Ivrlzg4EDhz0DwsW2ebw/+469fzx+jL6+wnn9fv6IEPI7RTp/SXd6wMPCQAL6g0a48r+7fMVEiAsAugC6Q3tGf8G1wnlzOz9NOsPARmtFPsX7ekS/wMW7/QeAMwXGdIVGB/o8v/bExDx/AWpBucH8wgP7PT15PAN/78D+he6PfnkFRL6DUbx9iYCKwgCCwMNCP7+EfIF8Sr5CwYnD/v+Agkd9A7jPAfiAvdR/tLYIvLx5DsDJQAt+Oj/Cu/u8Njs+hE/AiIAyfUYTSUV7SC7EBQQNBYt70j2DgcQJ3/4BPzt5jr6/iX8q+fHDeYdDevK2wIHEOgX80L3GvgsAyDZ7QUA6wsG1/JTHgEc9gvaEBYS3gf3BAQlCwgO/AX3DAQmKtnwBCsD8AQXAP7wAvL0DwH37vTs+/D/Fd/o+gmm0xP8DC0n9d/J/AjqDx0FFhQP/jr+4S/8GPc=',
  },
  acknowledge: {
    scale: 0.010919806,
    bias: -0.227901,
    weights:
      'GRACz+D4JhkMAPP+5wADExboEwry8wjzBwgd/TE0Oe4J7/rzHMMTPeI/87EGJhsCHPDs1AfxGfzbrfHvMewG6E8sBwr43MvcAtYnJvf1MgYm/REqKAxJ3fsG8Of0CfXuKPgPFysw0ycbEO0E+x7i4ybbMvq86DD50gITzPn/MAsPLu4pEvwHBbHs9Afz7O0RKecKzva8/O3fICdW9hwXGwwX4xMwKRsewAoFI/kb4bEnBQTAxxgRDArF/vUC9hAAINAjKfjn194l8eYBxdVNDhDwARIhb/ILHvUAJfrr+QsD7f8LDRrp0vwFEu0j87LzGPDawttpKATkBiEKIAIEKBDhDSXHCEoLBeYFLhQjvhMG2i1DCSoZEPfX3tMUGPD6FSkH+uI/7P/w1/cA4vrdJggirCXw+gr6FRYz6RMMExMN6AT9RzLr/t3kGBYeyOo1vymu6z5Q0BwA0ZbrFQwJKhCJ2uTmLwMX/DGeI9v0Ivnoz879OQhOGB7T2w7HMt/98S0bAtTq8SXsHvf/AdoKKDZG2gv2A+37++LC2uX/E+MC+voj4fsOJdUeGN70CRmBEwYRNAsiDPTqBiDuyx/Z8/wIEuvg2zEDxmYHDcX/C/Xy/f4jJgMkBwMUFFH/LRos7hERJuUjNc/v2t7fCSMR7AYD2zfl3gMYCiUEWe37Ih4=',
  },
} as const;
